/** As much of a browser's storage as the console uses: its entries are its own keys. */
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

/** In place of what the process has of that name; the next file of tests may put its own there. */
export function putGlobals(values: object): void {
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
}
