/** A readable name from the User-Agent, such as 'Firefox on Linux'. Nothing else of it is stored. */

const BROWSERS: [pattern: RegExp, name: string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/\S+ .*Safari\//, 'Safari'],
]
const SYSTEMS: [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]
const MAX_LENGTH = 40

const named = (table: [RegExp, string][], text: string) => table.find(([pattern]) => pattern.test(text))?.[1]

export function deviceName(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, 500)
  const browser = named(BROWSERS, text)
  const system = named(SYSTEMS, text)
  if (browser) return system ? `${browser} on ${system}` : browser
  // A program: its own name, such as 'curl'.
  const program = /^[A-Za-z][\w.-]*/.exec(text)?.[0].slice(0, MAX_LENGTH)
  if (program && program !== 'Mozilla') return program
  return system ? `A browser on ${system}` : 'Unknown device'
}
