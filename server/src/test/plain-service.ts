/** The client of an outside service without a budget: for tests of the code that reads its answers. */
import type { Service, ServiceAnswer } from '../adapters/market/live/types.ts'

export const plainService = (url: string): Service => ({
  async get(path, query): Promise<ServiceAnswer> {
    try {
      const response = await fetch(`${url}${path}?${new URLSearchParams(query)}`)
      const body = await response.text()
      if (response.status === 429) return { outage: 'rate_limited' }
      if (response.status === 401 || response.status === 403) return { outage: 'unauthorised' }
      return response.status >= 500 ? { outage: 'server_error' } : { status: response.status, body }
    } catch {
      return { outage: 'cut_off' }
    }
  },
  health: () => null,
})
