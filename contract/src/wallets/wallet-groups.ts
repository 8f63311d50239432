/** Groups: a wallet may be in several; at most one group of a user is the default. */
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { DEFAULT_GROUP_COLOR, DESCRIPTION_MAX, NAME_MAX } from '../limits.ts'
import { Done, Id, readable, Time, UpdatedAt, WalletIds } from '../values.ts'

export const WalletGroup = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  /** '#RRGGBB' */
  color: z.string(),
  is_default: z.boolean(),
  wallet_count: z.int(),
  created_at: Time,
  updated_at: Time,
})
export type WalletGroup = z.infer<typeof WalletGroup>

export const BotStatus = z.enum(['inactive', 'starting', 'stopping', 'active'])
export type BotStatus = z.infer<typeof BotStatus>

export const WalletGroupStatus = z.extend(WalletGroup, { has_active_bot: z.boolean(), bot_status: BotStatus })
export type WalletGroupStatus = z.infer<typeof WalletGroupStatus>

export const GroupName = z
  .string('Group name is required')
  .check(
    z.trim(),
    z.minLength(1, 'Group name is required'),
    z.maxLength(NAME_MAX, `must have at most ${NAME_MAX} characters`),
    readable,
  )
export const GroupColor = z
  .string()
  .check(z.regex(/^#[0-9a-fA-F]{6}$/, `must be # followed by 6 hex digits, such as ${DEFAULT_GROUP_COLOR}`))
const Description = z
  .string()
  .check(z.trim(), z.maxLength(DESCRIPTION_MAX, `must have at most ${DESCRIPTION_MAX} characters`))

export const listGroups = endpoint({
  method: 'GET',
  path: '/wallet-groups',
  summary: 'The groups of the user with their counts, oldest first',
  access: 'session',
  failure: 'Failed to fetch wallet groups',
  answer: z.array(WalletGroup),
})

export const listGroupStatus = endpoint({
  method: 'GET',
  path: '/wallet-groups/status',
  summary: 'The groups of the user with the state of their trading bots',
  access: 'session',
  failure: 'Failed to fetch wallet groups',
  answer: z.array(WalletGroupStatus),
})

export const createGroup = endpoint({
  method: 'POST',
  path: '/wallet-groups',
  summary: 'Create a group',
  access: 'session',
  failure: 'Failed to create wallet group',
  status: 201,
  body: z.strictObject({
    name: GroupName,
    description: z.optional(Description),
    /** The default is the next colour that no group of the user has, first #9333EA. */
    color: z.optional(GroupColor),
  }),
  answer: WalletGroup,
})

export const getGroup = endpoint({
  method: 'GET',
  path: '/wallet-groups/:id',
  summary: 'One group',
  access: 'session',
  failure: 'Failed to fetch wallet group',
  answer: WalletGroup,
})

/** Only fields that are given change; a group that becomes the default takes that from the former one. */
export const updateGroup = endpoint({
  method: 'PUT',
  path: '/wallet-groups/:id',
  summary: 'Change a group; 409 when it is newer than the updated_at given',
  access: 'session',
  failure: 'Failed to update wallet group',
  body: z.strictObject({
    name: z.optional(GroupName),
    description: z.optional(Description),
    color: z.optional(GroupColor),
    is_default: z.optional(z.boolean()),
    updated_at: z.optional(UpdatedAt),
  }),
  answer: WalletGroup,
})

export const deleteGroup = endpoint({
  method: 'DELETE',
  path: '/wallet-groups/:id',
  summary: 'Delete a group; its wallets stay',
  access: 'session',
  failure: 'Failed to delete wallet group',
  answer: Done,
})

/** Wallets that are in the group already are not counted again. One wallet of another refuses the whole list. */
export const addToGroup = endpoint({
  method: 'POST',
  path: '/wallet-groups/:id/wallets',
  summary: 'Put wallets into a group',
  access: 'session',
  failure: 'Failed to add wallets to group',
  body: z.strictObject({ walletIds: WalletIds }),
  answer: z.object({ success: z.literal(true), added: z.int() }),
})

export const removeFromGroup = endpoint({
  method: 'DELETE',
  path: '/wallet-groups/:id/wallets',
  summary: 'Take wallets out of a group',
  access: 'session',
  failure: 'Failed to remove wallets from group',
  body: z.strictObject({ walletIds: WalletIds }),
  answer: z.object({ success: z.literal(true), removed: z.int() }),
})
