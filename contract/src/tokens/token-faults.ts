/** Rows of the table of errors: tokens that users create and grant, and the whitelist. */

export type TokenFaults = {
  token_limit: { limit: number }
  grant_limit: { limit: number; of: 'token' | 'account' }
  whitelist_pair_exists: undefined
  whitelist_limit: { limit: number }
}

type Limit = { limit: number }
export const tokenFaults = {
  token_limit: {
    status: 409,
    sentence: ({ limit }: Limit) => `An account can create at most ${limit} tokens.`,
  },
  grant_limit: {
    status: 409,
    sentence: ({ limit, of }: Limit & { of: 'token' | 'account' }) =>
      of === 'token'
        ? `A token can be shared with at most ${limit} accounts.`
        : `An account can share its tokens at most ${limit} times.`,
  },
  whitelist_pair_exists: {
    status: 409,
    sentence: 'This pair of wallet and token is on your whitelist already.',
  },
  whitelist_limit: {
    status: 409,
    sentence: ({ limit }: Limit) => `A whitelist can hold at most ${limit} entries.`,
  },
}
