import { hasCode, sentence } from '#wire/fault.ts'

/** The reason why something could not be loaded; a 404 of the endpoint itself is not shown to users. */
export const loadText = (error: unknown, otherwise: string): string =>
  hasCode(error, 'route_not_found') ? otherwise : sentence(error, otherwise)
