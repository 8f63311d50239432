/** Kinds of variables of the environment. */
import * as z from 'zod'

/** A variable that `parse` converts; undefined: invalid. `takes` completes the error message. */
export const variable = <T>(takes: string, parse: (text: string) => T | undefined, secret = false) =>
  z.string().transform((text, context) => {
    const parsed = parse(text)
    if (parsed !== undefined) return parsed
    context.addIssue({ code: 'custom', message: takes, params: { secret } })
    return z.NEVER
  })

export const integer = (most: number, takes: string, least = 0) =>
  variable(takes, (text) => {
    const number = /^\d{1,5}$/.test(text) ? Number(text) : -1
    return number >= least && number <= most ? number : undefined
  })

export const parseUrl = (text: string, protocols: string[]): URL | undefined => {
  const parsed = URL.canParse(text) ? new URL(text) : undefined
  return parsed && protocols.includes(parsed.protocol) ? parsed : undefined
}

/** `hostless`: a URL without a host is valid, such as that of a database on a Unix socket. */
export const url = (protocols: string[], { hostless = false } = {}) =>
  variable(`a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`, (text) => {
    const parsed = parseUrl(text, protocols)
    return parsed?.host || hostless ? parsed : undefined
  })
export const HTTP = ['http:', 'https:']

/** The address of a service, without a slash at its end; a key in it would be shown with it. */
export const serviceUrl = url(HTTP)
  .refine((base) => !base.username && !base.password && !base.search && !base.hash, {
    error: 'a URL without a password or query; the key has its own variable',
    params: { secret: true },
  })
  .transform((base) => base.href.replace(/\/+$/, ''))

/** It goes into a header: an invalid value would be repeated in the error that fetch throws. */
export const apiKey = z.string().regex(/^[\x21-\x7e]+$/, 'a key of visible characters without spaces')
