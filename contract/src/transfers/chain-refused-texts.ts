/** Why the chain, or the desk before it, refuses a transaction or a request. */
export type ChainRefusal =
  /** The endpoint is mainnet-beta, and the desk is set up for another cluster. */
  | { code: 'other_cluster'; endpoint: string; cluster: string }
  /** The network that it leads to, by its genesis hash. */
  | { code: 'not_mainnet'; endpoint: string; genesis: string }
  /** Both networks by their genesis hashes; `belongs` is the network of the database. */
  | { code: 'other_network'; endpoint: string; belongs: string; genesis: string }
  | { code: 'transaction_too_large'; bytes: number; most: number }
  /** `detail`: the node's own words. */
  | { code: 'invalid_params'; detail: string }
  /** `detail`: the chain's own words, if there are any. */
  | { code: 'transaction_failed'; detail: string | null }
  /** A mint of mainnet cannot be created on the local network. `detail`: the network's own words. */
  | { code: 'not_mirrored'; mint: string; detail: string }

export function chainRefusedText(why: ChainRefusal): string {
  switch (why.code) {
    case 'other_cluster':
      return `The ${why.endpoint} leads to mainnet-beta, but SOLANA_CLUSTER is ${why.cluster}.`
    case 'not_mainnet':
      return `SOLANA_CLUSTER is mainnet-beta, but ${why.endpoint} is a different network: ${why.genesis}.`
    case 'other_network':
      return `This data belongs to network ${why.belongs}, but ${why.endpoint} is network ${why.genesis}.`
    case 'transaction_too_large':
      return `Transaction too large: ${why.bytes} bytes; the maximum is ${why.most}.`
    case 'invalid_params':
      return `The network refused the request: ${why.detail}`
    case 'transaction_failed':
      return why.detail === null ? 'The transaction failed' : `The transaction failed: ${why.detail}`
    case 'not_mirrored':
      return `The local network cannot create the mint ${why.mint}: ${why.detail}.`
  }
}
