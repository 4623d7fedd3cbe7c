// Whether a number of a JSON text means the same after it went through a double.

const PARTS = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** False for 1e400, 12345678901234567890, -0 and decimals with more digits than a double holds; 1.0 and 1E2 are exact. */
export function isExactNumber(token: string): boolean {
  if (token.length <= 15 && /^(?:-?[1-9]\d*|0)$/.test(token)) return true
  return canonical(token) === canonical(String(Number(token)))
}

/** Sign, digits without outer zeros, and exponent; equal for equal decimals. */
function canonical(token: string): string {
  const parts = PARTS.exec(token)
  if (parts === null) return token
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  if (significant === '') return `${sign}0`
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`
}
