/** The text of a notification that another account shares a token with the user, or no longer does. */
import type { AccessReporter } from '../tokens/index.ts'

type Event = Parameters<AccessReporter['changed']>[1]

/** In place of an agent's name. */
export const ACCESS = 'Token access'

export const textOfAccess = ({ is, owner, symbol, name, mint }: Event): string =>
  is === 'granted'
    ? `${owner} shared ${symbol} (${name}, ${mint}) with you. Your agents and token lists now recognize it by name.`
    : `${owner} no longer shares ${symbol} (${name}, ${mint}) with you. It is now recognized by address only. Your holdings and running strategies are unchanged.`
