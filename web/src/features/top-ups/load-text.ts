import { hasCode, sentence } from '#wire/fault.ts'

/** Why something could not be loaded; that a server does not know the call is no sentence for people. */
export const loadText = (error: unknown, otherwise: string): string =>
  hasCode(error, 'route_not_found') ? otherwise : sentence(error, otherwise)
