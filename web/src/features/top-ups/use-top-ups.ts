import { topUpTexts } from '@purser/contract/distribution-texts.ts'
import { TOP_UP_LOGS } from '@purser/contract/limits.ts'
import {
  changeTopUpSettings,
  getTopUpSettings,
  listEligibleWallets,
  listFundingWallets,
  listTopUpLogs,
  triggerTopUps,
  type FundingWallet,
  type TopUpChange,
} from '@purser/contract/top-ups.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { groupedKey, type Holders } from '#features/distributions/index.ts'
import { call } from '#wire/api.ts'
import { sentence } from '#wire/fault.ts'
import { newKey } from '#wire/idempotency.ts'
import { fundingFromGroups } from './funding.ts'
import { retryMissing } from './retry-missing.ts'

const key = ['top-ups']
const settingsKey = [...key, 'settings']
/** Logs, eligible wallets and groups are read again this long after a round was started. */
const RELOAD_MS = 2_000
const POLL_MS = 30_000

export type Change = Partial<Omit<TopUpChange, 'funding_wallet'>>

/** Everything of the Auto Distribution tab; nothing is asked before the wallets are there. */
export function useTopUps(holders: Holders | undefined) {
  const client = useQueryClient()
  const enabled = holders !== undefined
  const settings = useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => retryMissing(() => call(getTopUpSettings, { signal }), signal),
    enabled,
  })
  const funding = useQuery({
    queryKey: [...key, 'funding'],
    queryFn: ({ signal }) => retryMissing(() => call(listFundingWallets, { signal }), signal),
    enabled,
  })
  const eligible = useQuery({
    queryKey: [...key, 'eligible'],
    queryFn: ({ signal }) => call(listEligibleWallets, { signal }),
    enabled,
    refetchInterval: POLL_MS,
  })
  const logs = useQuery({
    queryKey: [...key, 'logs'],
    queryFn: ({ signal }) => call(listTopUpLogs, { query: logsQuery(), signal }),
    enabled,
    refetchInterval: POLL_MS,
  })
  const save = useMutation({
    // One after the other: what was changed last is what stays.
    scope: { id: 'top-ups' },
    mutationFn: (body: Change) => call(changeTopUpSettings, { body, key: newKey() }),
    onSuccess: (stored) => {
      client.setQueryData(settingsKey, stored)
      return client.invalidateQueries({ queryKey: [...key, 'eligible'] })
    },
  })
  const [reloadAt, setReloadAt] = useState<number>()
  const trigger = useMutation({
    mutationFn: () => call(triggerTopUps, { key: newKey() }),
    onSuccess: () => setReloadAt(Date.now() + RELOAD_MS),
  })
  const reload = useRef(() => {})
  useEffect(() => {
    reload.current = () => {
      void client.invalidateQueries({ queryKey: key })
      void client.invalidateQueries({ queryKey: groupedKey })
    }
  }, [client])
  useEffect(() => {
    if (reloadAt === undefined) return
    const timer = setTimeout(() => reload.current(), reloadAt - Date.now())
    return () => clearTimeout(timer)
  }, [reloadAt])

  const options: FundingWallet[] = funding.data?.data.wallets ?? (holders ? fundingFromGroups(holders) : [])
  return {
    settings,
    eligible,
    logs,
    options,
    /** The list is made from the groups because the server did not answer with one. */
    optionsFailed: funding.isError,
    /** What is on its way: shown as if it were stored, until the server has answered. */
    saving: save.isPending ? save.variables : undefined,
    /** `done` is called when the server has answered, whatever it said. */
    save: (change: Change, done?: () => void) =>
      void save
        .mutateAsync(change)
        .catch(() => undefined)
        .finally(done),
    saveError: save.isError ? sentence(save.error, topUpTexts.settingsFailed) : undefined,
    trigger: () => trigger.mutate(),
    triggering: trigger.isPending,
    triggered: trigger.data?.message,
    triggerError: trigger.isError ? sentence(trigger.error, topUpTexts.triggerFailed) : undefined,
  }
}
export type TopUps = ReturnType<typeof useTopUps>

/** A parameter of no meaning passes by every cache between here and the server. */
const logsQuery = () => ({ limit: TOP_UP_LOGS, _t: Date.now() })
