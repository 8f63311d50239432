/** Pools of connections: what they throw when they have none to give has a code, as that of a failed connection has. */
import pg from 'pg'

export class Pool extends pg.Pool {
  // oxlint-disable-next-line typescript/no-explicit-any -- two overloads; that with a callback is the driver's own
  override connect(...args: any[]): any {
    if (args.length > 0) return super.connect(...(args as [never]))
    return super.connect().catch((error: Error & { code?: unknown }) => {
      if (!this.ending) error.code ??= 'ETIMEDOUT'
      throw error
    })
  }
}
