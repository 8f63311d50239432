/**
 * A signed percentage as text, the same in every list, card and answer: '+2.10%', '-0.35%'. Zero to these two decimals is
 * neither a gain nor a loss and has no sign: '0.00%'.
 */
export function percentText(percent: number): string {
  const size = Math.abs(percent).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const sign = !/[1-9]/.test(size) ? '' : percent > 0 ? '+' : '-'
  return `${sign}${size}%`
}
