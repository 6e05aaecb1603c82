/** Any text in PDF's notation, as UTF-16 in hexadecimal digits. */
export const textString = (text: string): string =>
  `<FEFF${Buffer.from(text.toWellFormed(), 'utf16le').swap16().toString('hex').toUpperCase()}>`
