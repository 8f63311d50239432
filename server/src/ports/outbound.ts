/** Calls to addresses that users name, such as webhooks. */

/** Why an address is not called, found without a look-up of its name. */
export type AddressRefusal = 'no_url' | 'not_https' | 'with_credentials' | 'private_address'

/**
 * Why there is no status. 'no_answer' is one code for a name that is unknown or has no permitted address, for a refused
 * or lost connection and for silence: it does not reveal what stands behind an address.
 */
export type OutboundFailure = 'no_answer' | 'certificate'

export type OutboundRequest = {
  url: string
  headers: Record<string, string>
  body: string
}

export type Outbound = {
  refusal(url: string): AddressRefusal | null
  /**
   * Posts the body. Redirects are not followed, the answer's body is discarded, and all of it takes at most 10 s. The
   * address that the socket connects to is checked. Rejects only when the signal aborts.
   */
  post(
    request: OutboundRequest,
    signal: AbortSignal,
  ): Promise<{ status: number } | { failure: OutboundFailure }>
}
