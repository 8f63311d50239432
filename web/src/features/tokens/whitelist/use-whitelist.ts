import { getWhitelistStats, listWhitelist } from '@purser/contract/tokens/whitelist.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#wire/api.ts'

export const whitelistKey = ['whitelist']

export const useWhitelist = () =>
  useQuery({
    queryKey: [...whitelistKey, 'list'],
    queryFn: async ({ signal }) => (await call(listWhitelist, { signal })).data,
  })

export const useWhitelistStats = () =>
  useQuery({
    queryKey: [...whitelistKey, 'stats'],
    queryFn: async ({ signal }) => (await call(getWhitelistStats, { signal })).data,
  })
