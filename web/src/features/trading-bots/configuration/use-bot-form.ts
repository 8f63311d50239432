import {
  type BotParameters,
  type BotParametersChange,
  saveBotParameters,
} from '@purser/contract/trading-bots/trading-bots.ts'
import { botTexts } from '@purser/contract/trading-bots/trading-bot-texts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#wire/api.ts'
import { WireFault } from '#wire/fault.ts'
import { useKeyedChange } from '#wire/use-keyed-change.ts'
import { changeOf, type Draft, type DraftField, draftOf, filled, isSame, problemsOf } from './bot-draft.ts'
import { type NumberField, normalizeText } from './bot-fields.ts'
import { botKey, parametersKey } from '../use-bot.ts'

const isField = (path: string, draft: Draft): path is DraftField => path in draft

/** The edits; they are there again when the same group is opened later. */
function useEdits(groupId: number) {
  const client = useQueryClient()
  const [edits, setEdits] = useState<Partial<Draft>>(() => client.getQueryData(editsKey(groupId)) ?? {})
  useEffect(() => void client.setQueryData(editsKey(groupId), edits), [client, groupId, edits])
  return [edits, setEdits] as const
}
const editsKey = (groupId: number) => [...botKey(groupId), 'edits']

const without = (edits: Partial<Draft>, field: DraftField): Partial<Draft> => {
  const { [field]: _, ...rest } = edits
  return rest
}

const pick = (draft: Draft, fields: DraftField[]): Partial<Draft> =>
  Object.fromEntries(fields.map((field) => [field, draft[field]]))

/** The form over the saved parameters: only edits differ, however often the parameters are read anew. */
export function useBotForm(groupId: number, saved: BotParameters) {
  const client = useQueryClient()
  const [edits, setEdits] = useEdits(groupId)
  const [tried, setTried] = useState(false)
  const [sent, setSent] = useState<Draft>()
  const base = draftOf(saved)
  const draft: Draft = { ...base, ...edits }
  const fields = Object.keys(base) as DraftField[]
  const dirty = fields.some((field) => !isSame(field, draft[field], base[field]))
  const save = useKeyedChange<BotParametersChange, BotParameters>({
    change: (body, key) => call(saveBotParameters, { body, key }),
    fallback: botTexts.saveFailed,
    changes: parametersKey(groupId),
    done: (stored) => {
      client.setQueryData(parametersKey(groupId), stored)
      const now = draftOf(stored)
      // Text that was typed while it was being saved stays.
      setEdits((before) =>
        Object.fromEntries(
          Object.entries(before).filter(
            ([field, value]) => !isSame(field as DraftField, value, now[field as DraftField]),
          ),
        ),
      )
      setTried(false)
    },
  })
  const problems = tried ? problemsOf(filled(draft)) : []
  const refused =
    save.fault instanceof WireFault
      ? save.fault.details.map(({ path }) => path).filter((path) => isField(path, draft))
      : []
  const set = (change: Partial<Draft>) => {
    setEdits((before) => ({ ...before, ...change }))
    if (save.error) save.clear()
  }
  return {
    draft,
    /** The present parameters are saved, and the bot can be started with them. */
    ready: !dirty && saved.status === 'active',
    dirty,
    set,
    /** Called on blur. */
    settle(field: NumberField): void {
      const text = normalizeText(field, draft[field])
      if (isSame(field, text, base[field])) setEdits((before) => without(before, field))
      else if (text !== draft[field]) set({ [field]: text })
    },
    submit(): void {
      setTried(true)
      const whole = filled(draft)
      if (save.busy || problemsOf(whole).length > 0) return
      setEdits((before) => ({
        ...before,
        ...pick(
          whole,
          fields.filter((field) => whole[field] !== draft[field]),
        ),
      }))
      setSent(whole)
      save.run(changeOf(whole, groupId))
    },
    saving: save.busy,
    /** It was saved, and nothing was edited since. */
    done: sent !== undefined && !save.busy && !save.error && !dirty && saved.status === 'active',
    problems: problems.map(({ text }) => text),
    wrong: new Set<DraftField>([...problems.flatMap((problem) => problem.fields), ...refused]),
    saveError: save.error,
  }
}
export type BotForm = ReturnType<typeof useBotForm>
