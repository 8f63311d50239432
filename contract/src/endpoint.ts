/** An endpoint is written once, here, and read by both sides: the server serves it, the console calls it. */
import * as z from 'zod/mini'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
/** Who may call: 'session' needs the bearer token, 'public' nothing. */
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
  /** What the console says of a call that failed when the server gave no sentence. Source: specification 1, section 8. */
  failure?: string
  /** 200 unless it creates something. */
  status?: 200 | 201
  body?: Body
  query?: Query
  answer: Answer
  /** The answer is no JSON but a file of this media type; its name stands in Content-Disposition. */
  file?: string
  /** The answer may be a file of this media type instead: its handler decides by what is asked. */
  download?: string
  /** The answer holds a key or a token: it is never cached nor stored, by anyone. */
  secret?: true
  /** State changes take an Idempotency-Key; false for the few calls where the specification says so (sign-in, reveal, ticket). */
  idempotent?: boolean
}

/** What an endpoint with `file` answers. */
export const FileAnswer = z.object({ filename: z.string(), bytes: z.custom<Uint8Array>() })
export type FileAnswer = z.infer<typeof FileAnswer>
/** A file that is sent while it is read; one that breaks off ends the connection, so that nobody takes it for whole. */
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
/** What a caller sends. */
export type BodyOf<E extends Endpoint> = E extends Endpoint<infer B, infer _Q, infer _A> ? z.input<B> : never
export type QueryOf<E extends Endpoint> = E extends Endpoint<infer _B, infer Q, infer _A> ? z.input<Q> : never
/** What the server reads. */
export type BodyIn<E extends Endpoint> = E extends Endpoint<infer B, infer _Q, infer _A> ? z.output<B> : never
export type QueryIn<E extends Endpoint> =
  E extends Endpoint<infer _B, infer Q, infer _A> ? z.output<Q> : never

/** The path with its parameters filled in and escaped: `pathOf('/agents/:id', { id: 3 })` is '/agents/3'. */
export function pathOf(path: string, params: Record<string, string | number> = {}): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${path} needs ${name}`)
    return encodeURIComponent(value)
  })
}
