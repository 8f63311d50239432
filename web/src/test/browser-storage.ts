/** The part of a browser's storage that the console uses: its entries are its own keys. */
export class BrowserStorage {
  getItem(key: string): string | null {
    return (Object.entries(this).find(([name]) => name === key)?.[1] as string | undefined) ?? null
  }
  setItem(key: string, value: string) {
    Object.assign(this, { [key]: value })
  }
  removeItem(key: string) {
    Reflect.deleteProperty(this, key)
  }
  clear() {
    for (const key of Object.keys(this)) this.removeItem(key)
  }
}

/** Replaces globals of the process by these; the next file of tests may put its own there. */
export function putGlobals(values: object): void {
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
}
