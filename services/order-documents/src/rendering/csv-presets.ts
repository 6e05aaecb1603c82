/** Which columns the CSV file of an order has: our own, or those that a program reads. */
export type CsvPreset = 'default' | 'accounting' | 'abc-supply' | 'srs' | 'qxo'
