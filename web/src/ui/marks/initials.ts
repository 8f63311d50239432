const MOST = 2
const INITIAL = /\p{L}|\p{N}/u

/** The first letters of up to two words; a number behind the first word adds nothing: 'Wallet 12' is 'W'. */
export function initials(name: string): string {
  const found = name.split(/\s+/).flatMap((word) => INITIAL.exec(word)?.[0] ?? [])
  const letters = found.filter((initial, n) => n === 0 || /\p{L}/u.test(initial))
  return letters.slice(0, MOST).join('').toUpperCase()
}
