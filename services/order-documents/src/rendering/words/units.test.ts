import { expect, it } from 'vitest'
import { unitText } from './units.ts'

it.each([
  ['BUNDLES', '76.00000', 'bundles', 'paquetes'],
  ['BUNDLES', '1.00000', 'bundle', 'paquete'],
  ['BUNDLES', '-1', 'bundle', 'paquete'],
  ['BUNDLES', '1.5', 'bundles', 'paquetes'],
  ['BUNDLES', '0', 'bundles', 'paquetes'],
  ['LINEAR_FEET', '1', 'linear foot', 'pie lineal'],
  ['linear feet', '20', 'linear feet', 'pies lineales'],
  ['BOX', '2', 'boxes', 'cajas'],
  ['EACH', '3', 'each', 'unidades'],
  ['SQUARES', '1', 'square', 'cuadro'],
  ['SKIDS_OF_12', '1', 'skids of 12', 'skids of 12'],
])('calls %s after %s %s, in Spanish %s', (unit, quantity, en, es) => {
  expect(unitText(unit, quantity, 'en')).toBe(en)
  expect(unitText(unit, quantity, 'es')).toBe(es)
})
