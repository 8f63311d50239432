import {
  AUTHORIZATION_PAGE,
  listAuthorizableTokens,
  listGrants,
} from '@purser/contract/tokens/token-authorization.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#wire/api.ts'

export const authorizationKey = ['token-authorization']

/** A page of the tokens that the user created, with the figures of the market and the chain. */
export const useAuthorizableTokens = (email: string | undefined, page: number) =>
  useQuery({
    queryKey: [...authorizationKey, 'tokens', email, page],
    enabled: email !== undefined,
    queryFn: ({ signal }) =>
      call(listAuthorizableTokens, {
        query: { email: email ?? '', page, page_size: AUTHORIZATION_PAGE },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

export const useGrants = () =>
  useQuery({
    queryKey: [...authorizationKey, 'grants'],
    queryFn: ({ signal }) => call(listGrants, { signal }),
  })
