/** The text of a notification that another account shares a token with the user, or no longer does. */
import type { AccessReporter } from '../tokens/index.ts'

type Event = Parameters<AccessReporter['changed']>[1]

/** In place of an agent's name. */
export const ACCESS = 'Token access'

export const textOfAccess = ({ is, owner, symbol, name, mint }: Event): string =>
  is === 'granted'
    ? `${owner} lets you use ${symbol} (${name}, ${mint}). Your agents and your token lists know it by name now.`
    : `${owner} no longer shares ${symbol} (${name}, ${mint}) with you. It is known by its address only; what you hold of it and what runs stays as it is.`
