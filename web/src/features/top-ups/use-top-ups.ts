import { topUpTexts } from '@purser/contract/distributions/distribution-texts.ts'
import { TOP_UP_LOGS } from '@purser/contract/limits.ts'
import {
  changeTopUpSettings,
  getTopUpSettings,
  listEligibleWallets,
  listFundingWallets,
  listTopUpLogs,
  triggerTopUps,
  type FundingWallet,
} from '@purser/contract/top-ups.ts'
import { listOperations } from '@purser/contract/activity.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { groupedKey, type Holders } from '#features/distributions/index.ts'
import { call } from '#wire/api.ts'
import { sentence } from '#wire/fault.ts'
import { newKey } from '#wire/idempotency.ts'
import { fundingFromGroups } from './funding.ts'
import { retryMissing } from './retry-missing.ts'
import { useLiveTopUps } from './use-live-top-ups.ts'
import { type Change, widens } from './widens.ts'

const key = ['top-ups']
const settingsKey = [...key, 'settings']
/** Logs, eligible wallets and groups are refetched this long after a round was started. */
const RELOAD_MS = 2_000
const POLL_MS = 30_000

/** Queries that change with top-ups. */
const liveKeys = [key, groupedKey]
/** A change that waits for the user's confirmation. */
type Question = { change: Change; done: (() => void) | undefined }

/** The state of the Auto Distribution tab; nothing is requested before the wallets are loaded. */
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
  const last = useQuery({
    queryKey: [...key, 'last'],
    queryFn: ({ signal }) => call(listOperations, { query: { type: 'top-up', limit: 1 }, signal }),
    enabled,
    refetchInterval: POLL_MS,
  })
  useLiveTopUps(liveKeys)
  const save = useMutation({
    // In sequence: the last change wins.
    scope: { id: 'top-ups' },
    mutationFn: ({ change, key = newKey(), code }: { change: Change; key?: string; code?: string }) =>
      call(changeTopUpSettings, { body: { ...change, ...(code === undefined ? {} : { code }) }, key }),
    onSuccess: (stored) => {
      client.setQueryData(settingsKey, stored)
      return client.invalidateQueries({ queryKey: [...key, 'eligible'] })
    },
  })
  const [question, setQuestion] = useState<Question>()
  /** Pending changes count as stored: two changes that send nothing alone may send together. */
  const unanswered = useRef<Change[]>([])
  const store = (change: Change, done?: () => void) => {
    unanswered.current.push(change)
    void save
      .mutateAsync({ change })
      .catch(() => undefined)
      .finally(() => {
        unanswered.current = unanswered.current.filter((other) => other !== change)
        done?.()
      })
  }
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
    /** The list is derived from the groups because the server sent none. */
    optionsFailed: funding.isError,
    /** Shown as stored until the server has answered. */
    saving: save.isPending ? save.variables.change : question?.change,
    /** `done` is called when the server has answered, or the user has cancelled. */
    save(change: Change, done?: () => void): void {
      const stored = settings.data?.data
      const combined: Change = Object.assign({}, ...unanswered.current, change)
      if (!stored || !widens(stored, combined)) return store(change, done)
      question?.done?.()
      setQuestion({ change: combined, done })
    },
    /** A change that can send more than before and must be confirmed. */
    question: question?.change,
    /** Throws the server's refusal; the dialog stays open. */
    confirm: (change: Change, key: string, code?: string) =>
      save.mutateAsync({ change, key, ...(code === undefined ? {} : { code }) }),
    closeQuestion(): void {
      question?.done?.()
      setQuestion(undefined)
    },
    lastRound: last.data?.operations[0],
    saveError: save.isError && !question ? sentence(save.error, topUpTexts.settingsFailed) : undefined,
    trigger: () => trigger.mutate(),
    triggering: trigger.isPending,
    triggered: trigger.data?.message,
    triggerError: trigger.isError ? sentence(trigger.error, topUpTexts.triggerFailed) : undefined,
  }
}
export type TopUps = ReturnType<typeof useTopUps>

/** A meaningless parameter bypasses caches between here and the server. */
const logsQuery = () => ({ limit: TOP_UP_LOGS, _t: Date.now() })
