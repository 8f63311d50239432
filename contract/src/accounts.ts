/** Sign-in by e-mail code, sessions, tickets for live channels, the profile. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { CODE_PURPOSES } from './fault-texts.ts'
import { CODE_DIGITS, EMAIL_MAX, LONG_CODE_LENGTH, NAME_MAX } from './limits.ts'
import { Done, Nothing, readable, Time, UUID } from './values.ts'

export const User = z.object({
  id: z.int(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** Profile switch 'Ask for a code before keys leave'; where funds are real it is always on. */
  keys_need_code: z.boolean(),
  /** Profile switch 'Only send tokens to whitelisted pairs'. */
  whitelist_only: z.boolean(),
  created_at: Time,
})
export type User = z.infer<typeof User>

export const Email = z
  .string('Email is required')
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, 'Email is required'),
    z.maxLength(EMAIL_MAX, 'must be a valid email address'),
    z.regex(
      /^[^\s@<>,;:"'()\\[\]]+@[^\s@<>,;:"'()\\[\]]+\.[^\s@<>,;:"'()\\[\].]+$/,
      'must be a valid email address',
    ),
  )

/** Six digits, or twelve letters and digits, case-insensitive. */
export const Code = z
  .string('Verification code is required')
  .check(
    z.trim(),
    z.toUpperCase(),
    z.minLength(1, 'Verification code is required'),
    z.regex(
      new RegExp(`^(\\d{${CODE_DIGITS}}|[A-Z0-9]{${LONG_CODE_LENGTH}})$`),
      `must be ${CODE_DIGITS} digits, or ${LONG_CODE_LENGTH} letters and digits`,
    ),
  )

/** Stored by a browser after sign-in. An unknown one counts as none. */
const DeviceToken = z.string('must be the device_token of a sign-in').check(z.maxLength(200, 'is too long'))
const RequestId = z
  .string('must be the request_id of a request for a code')
  .check(z.regex(UUID, 'must be the request_id of a request for a code'))

const RequestCode = z.strictObject({ email: Email, device_token: z.optional(DeviceToken) })
const CodeSent = z.object({ success: z.literal(true), message: z.string() })
/** The mailed code is valid for this request only. */
const CodeRequested = z.object({ success: z.literal(true), message: z.string(), request_id: z.string() })

export const requestLoginCode = endpoint({
  method: 'POST',
  path: '/auth/login/request-code',
  summary: 'Send a login code by email',
  access: 'public',
  failure: 'Failed to send login code',
  body: RequestCode,
  answer: CodeRequested,
  idempotent: false,
})

export const requestRegisterCode = endpoint({
  method: 'POST',
  path: '/auth/register/request-code',
  summary: 'Send a code that creates the account',
  access: 'public',
  failure: 'Failed to send registration code',
  body: RequestCode,
  answer: CodeRequested,
  idempotent: false,
})

export const verifyCode = endpoint({
  method: 'POST',
  path: '/auth/verify-code',
  summary: 'Exchange a code for a session',
  access: 'public',
  failure: 'Invalid verification code',
  body: z.strictObject({
    email: Email,
    code: Code,
    /** The newest code that this client requested by default. */
    request_id: z.optional(RequestId),
    device_token: z.optional(DeviceToken),
  }),
  answer: z.object({ token: z.string(), user: User, device_token: z.string() }),
  secret: true,
  idempotent: false,
})

export const logout = endpoint({
  method: 'POST',
  path: '/auth/logout',
  summary: 'End this session and close its channels',
  access: 'session',
  body: z.optional(Nothing),
  answer: Done,
  idempotent: false,
})

export const Session = z.object({
  id: z.string(),
  /** Browser and system, such as 'Firefox on Linux'. */
  device: z.string(),
  address: z.string(),
  last_used_at: Time,
  /** The session of this request. */
  current: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const listSessions = endpoint({
  method: 'GET',
  path: '/auth/sessions',
  summary: 'Where the user is signed in, the last used first',
  access: 'session',
  failure: 'Failed to load sessions',
  answer: z.array(Session),
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/auth/sessions/:id',
  summary: 'End one session and close its channels',
  access: 'session',
  failure: 'Failed to end the session',
  answer: Done,
})

export const endSessions = endpoint({
  method: 'DELETE',
  path: '/auth/sessions',
  summary: 'End all sessions and close their channels, this one as well unless `others` is true',
  access: 'session',
  failure: 'Failed to end the sessions',
  query: z.strictObject({ others: z.optional(z.enum(['true', 'false'], 'must be true or false')) }),
  answer: Done,
})

export const createTicket = endpoint({
  method: 'POST',
  path: '/auth/ticket',
  summary: 'A one-use ticket that opens one live channel',
  access: 'session',
  status: 201,
  body: z.optional(Nothing),
  answer: z.object({ ticket: z.string(), expires_at: Time }),
  secret: true,
  idempotent: false,
})

/** The code serves this purpose alone, in this session alone, and replaces the one that was requested before. */
export const requestKeyCode = endpoint({
  method: 'POST',
  path: '/auth/keys/request-code',
  summary:
    'Send the code required to reveal, export or import keys, delete a funded wallet, loosen a limit or safeguard, start a plan with wide slippage, end an operation, sell at any price or grant access',
  access: 'session',
  body: z.strictObject({ purpose: z.enum(CODE_PURPOSES) }),
  answer: CodeSent,
  idempotent: false,
})

export const getProfile = endpoint({
  method: 'GET',
  path: '/users/me',
  summary: 'The signed-in user',
  access: 'session',
  failure: 'Failed to refresh user data',
  answer: User,
})

const PersonName = z
  .string('First name and last name are required')
  .check(
    z.trim(),
    z.minLength(1, 'First name and last name are required'),
    z.maxLength(NAME_MAX, `must have at most ${NAME_MAX} characters`),
    readable,
  )

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/users/me',
  summary: 'Change name and switches of the signed-in user',
  access: 'session',
  failure: 'Failed to update profile',
  body: z.strictObject({
    first_name: z.optional(PersonName),
    last_name: z.optional(PersonName),
    keys_need_code: z.optional(z.boolean()),
    whitelist_only: z.optional(z.boolean()),
    /** Needed to switch one of them off while keys_need_code is on. Where funds are real that one stays on (400). */
    code: z.optional(Code),
  }),
  answer: User,
})

export const OutboxMail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  created_at: Time,
})

export const readOutbox = endpoint({
  method: 'GET',
  path: '/dev/outbox',
  summary: 'Emails kept here because no mail server is configured (local use only)',
  access: 'public',
  query: z.strictObject({ to: z.optional(z.string()) }),
  answer: z.array(OutboxMail),
})
