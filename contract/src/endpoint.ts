/** The type of endpoints, defined once: the server serves them, the console calls them. */
import * as z from 'zod/mini'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
/** Access to an endpoint: 'session' needs the bearer token, 'public' nothing. */
export type Access = 'session' | 'public'

export type Endpoint<
  Body extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
> = {
  method: Method
  /** Below /api, parameters as `:name`. */
  path: `/${string}`
  summary: string
  access: Access
  /** The console shows this if a call failed without a message from the server. Source: specification 1, section 8. */
  failure?: string
  /** 200 by default. */
  status?: 200 | 201
  body?: Body
  /** The largest body that it accepts, in bytes; by default the same as for all others. */
  bodyBytes?: number
  query?: Query
  answer: Answer
  /** The media type of an answer that is a file; its name is in Content-Disposition. */
  file?: string
  /** The media type of a file that the handler may return in place of JSON. */
  download?: string
  /** The answer contains a key or a token: it is never cached or stored. */
  secret?: true
  /** State changes take an Idempotency-Key; false for the few calls where the specification says so (sign-in, reveal, ticket). */
  idempotent?: boolean
}

/** The answer of an endpoint with `file`. */
export const FileAnswer = z.object({ filename: z.string(), bytes: z.custom<Uint8Array>() })
export type FileAnswer = z.infer<typeof FileAnswer>
/** A streamed file. If the stream fails the connection is closed, so that the client sees an incomplete download. */
export type StreamedFile = { filename: string; chunks: AsyncIterable<Uint8Array> }

export const endpoint = <
  Body extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Query extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Answer extends z.ZodMiniType = z.ZodMiniType,
>(
  definition: Endpoint<Body, Query, Answer>,
): Endpoint<Body, Query, Answer> => definition

export type AnswerOf<E extends Endpoint> =
  E extends Endpoint<infer _B, infer _Q, infer A> ? z.output<A> : never
/** The body as the client sends it. */
export type BodyOf<E extends Endpoint> = E extends Endpoint<infer B, infer _Q, infer _A> ? z.input<B> : never
export type QueryOf<E extends Endpoint> = E extends Endpoint<infer _B, infer Q, infer _A> ? z.input<Q> : never
/** The body as the server parses it. */
export type BodyIn<E extends Endpoint> = E extends Endpoint<infer B, infer _Q, infer _A> ? z.output<B> : never
export type QueryIn<E extends Endpoint> =
  E extends Endpoint<infer _B, infer Q, infer _A> ? z.output<Q> : never

/** The path with its parameters filled in and escaped: `buildPath('/agents/:id', { id: 3 })` is '/agents/3'. */
export function buildPath(path: string, params: Record<string, string | number> = {}): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${path} needs ${name}`)
    return encodeURIComponent(value)
  })
}
