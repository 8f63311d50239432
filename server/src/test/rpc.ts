/** Calls to a chain itself, including those by which a test steers the local network. */

/** Rejects with the chain's error. */
export type Rpc = <T = unknown>(method: string, ...params: unknown[]) => Promise<T>

/** Amounts in the answers must stay below 2^53. */
export const connectRpc =
  (url: string): Rpc =>
  async (method, ...params) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = (await response.json()) as { result: never; error?: { message: string } }
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }
