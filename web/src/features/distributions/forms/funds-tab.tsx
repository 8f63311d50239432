import type { Template } from '@purser/contract/distributions/distribution-templates.ts'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { type Asset, inUnit, textIn } from '../amounts/asset.ts'
import { ChosenPanel } from '../selection/chosen-panel.tsx'
import { CsvDialog } from '../amounts/csv-dialog.tsx'
import type { FundsRequest } from '../funds-request.ts'
import type { Holder, Holders } from '../selection/holders.ts'
import { PreviewDialog } from '../preview/preview-dialog.tsx'
import { RunPanels } from '../result/run-panels.tsx'
import { SettingsHead } from './settings-head.tsx'
import { isSpread, type Kind, movesTokens } from '../kinds.ts'
import type { Prefill } from '../proposed-transfer.ts'
import type { Running } from '../run/running-operations.ts'
import type { Eligible, GroupChoice, IneligibleText, Selection } from '../selection/selection.ts'
import type { TokenCells } from '../selection/row-tokens.tsx'
import { ActionBar, TabFrame, useResumeRunning } from './tab-frame.tsx'
import { useCollectionWallet } from '../selection/use-collection-wallet.ts'
import type { useHolders } from '../selection/use-holders.ts'
import { GoneNote } from '../templates/gone-note.tsx'
import type { SavedForm } from '../templates/saved-form.ts'
import { TemplatesDialog } from '../templates/templates-dialog.tsx'
import type { Runner } from '../run/use-run.ts'
import { WalletGroups } from '../selection/wallet-groups.tsx'

/** The common parts of the forms of a distribution and of a gather. */
type Form = {
  selection: Selection
  eligible: Eligible
  amounts: ReadonlyMap<number, string>
  sum: bigint
  onWallet: (holder: Holder) => void
  onGroup: (choice: GroupChoice) => void
  takeAmounts: (amounts: Map<number, string>) => void
  /** The reason why nothing was calculated or previewed. */
  complaint: string | undefined
  /** The part that a template stores; undefined while no wallet is selected. */
  toTemplate: () => SavedForm | undefined
  fromTemplate: (template: Template) => void
  /** The request; undefined with a complaint in the form if something is missing. */
  buildRequest: () => FundsRequest | undefined
}
type Props = {
  kind: Kind
  asset: Asset
  form: Form
  runner: Runner
  running: Running[]
  holders: ReturnType<typeof useHolders>
  known: Holders
  /** The wallet on the one side, and those on the other. */
  chosen: Holder | undefined
  others: Holder[]
  onChangeChosen: () => void
  /** Types the amount of one wallet; undefined: amounts follow from the settings. */
  onAmount: ((id: number, text: string) => void) | undefined
  /** The most a wallet can pay, if the wallets of a CSV pay. */
  mostFrom?: (holder: Holder) => bigint
  /** The tokens of the wallets, on a page that moves tokens. */
  tokens?: TokenCells | undefined
  /** The space above the form is not known yet: buttons would move. */
  waits?: boolean
  /** The chosen token. */
  mint?: string | undefined
  /** The wallets that a group's button selects; by default those that may be picked. */
  inGroup?: Eligible | undefined
  /** The reason why wallets are not eligible; without it any wallet is. */
  lacks?: IneligibleText | undefined
  /** The content below the settings. */
  below?: ReactNode
  /** The head of the settings is the same on all pages. */
  renderSettings: (head: ReactNode) => ReactNode
  button: string
  /** The amounts must be calculated first. */
  stale: boolean
  prefill: Prefill | undefined
}

const words = {
  spread: {
    role: 'Source',
    badge: 'SRC',
    preview: 'Preview Distribution',
    settings: 'Distribution Settings',
  },
  collect: { role: 'Destination', badge: 'DEST', preview: 'Preview Gather', settings: 'Gather Settings' },
} as const
const noneLacks: IneligibleText = () => ''
const wordsOf = (kind: Kind) => words[isSpread(kind) ? 'spread' : 'collect']

/** A tab of the distribution page: selection, settings, preview, and the run. */
export function FundsTab(props: Props) {
  const { kind, asset, form, runner, running, holders, known, chosen, others, tokens } = props
  const { role, badge, preview, settings } = wordsOf(kind)
  useResumeRunning(runner, running, kind)
  const [request, setRequest] = useState<FundsRequest>()
  const [open, setOpen] = useState<'import' | 'templates'>()
  const [applied, setApplied] = useState<Template>()
  const { busy } = runner
  const collects = useCollectionWallet()
  const { onAmount } = props
  const { amounts } = form
  const column = useMemo(() => ({ asset, amounts, onAmount }), [asset, amounts, onAmount])
  const execute = () => {
    const next = form.buildRequest()
    if (!next || busy) return
    setApplied(undefined)
    setRequest(next)
  }
  usePrefill(props.prefill, busy, execute)
  return (
    <>
      <RunPanels runner={runner} />
      <TabFrame
        holders={holders}
        waits={props.waits ?? false}
        what={movesTokens(kind) ? 'Tokens move' : 'SOL moves'}
        groups={
          <WalletGroups
            groups={known.groups}
            selection={form.selection}
            eligible={form.eligible}
            inGroup={props.inGroup ?? form.eligible}
            collects={collects}
            lacks={props.lacks ?? noneLacks}
            tokens={tokens}
            column={column}
            badge={badge}
            disabled={busy}
            onWallet={form.onWallet}
            onGroup={form.onGroup}
          />
        }
        side={
          <>
            <ChosenPanel
              role={role}
              holder={chosen}
              groups={known.groups}
              onChoose={form.onWallet}
              also={chosen && tokens?.chosenText(chosen.id)}
              disabled={busy}
              onChange={props.onChangeChosen}
            />
            {applied && <GoneNote template={applied} onDismiss={() => setApplied(undefined)} />}
            {props.renderSettings(
              <SettingsHead
                title={settings}
                busy={busy}
                onImport={() => setOpen('import')}
                onTemplates={() => setOpen('templates')}
              />,
            )}
            {props.below}
          </>
        }
        bar={<ActionBar {...summarize(props)} onExecute={execute} />}
      />
      {request && (
        <PreviewDialog
          title={preview}
          request={request}
          onClose={() => setRequest(undefined)}
          onConfirm={(confirmed) => {
            setRequest(undefined)
            runner.start(confirmed)
          }}
        />
      )}
      {open === 'templates' && (
        <TemplatesDialog
          kind={kind}
          mint={props.mint}
          form={form.toTemplate()}
          onApply={(template) => {
            if (template.mint !== null && template.mint !== props.mint) tokens?.onToken(template.mint)
            form.fromTemplate(template)
            setApplied(template)
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'import' && (
        <CsvDialog
          asset={asset}
          holders={known.byId}
          sample={others.length > 0 ? others : [...known.byId.values()]}
          amounts={form.amounts}
          excluded={chosen?.id}
          {...(props.mostFrom ? { mostFrom: props.mostFrom } : {})}
          onTake={form.takeAmounts}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}

/** The totals of the form, and the state of the button that leads on. */
function summarize({ runner: { busy }, asset, form, chosen, others, stale, button }: Props) {
  return {
    selected: others.length.toLocaleString('en'),
    total: inUnit(textIn(asset, form.sum), asset.symbol),
    button: busy ? 'Processing...' : button,
    disabled: busy || stale,
    ready: chosen !== undefined && others.length > 0 && form.sum > 0n,
    complaint: form.complaint,
  }
}

/** Fills the form with a proposed transfer and, once the form holds it, opens its preview. */
function usePrefill(prefill: Prefill | undefined, busy: boolean, preview: () => void) {
  const [filled, setFilled] = useState(false)
  const ready = prefill?.ready === true
  const fill = useEffectEvent(() => {
    if (!busy) prefill?.fill()
    setFilled(!busy)
    prefill?.drop()
  })
  const open = useEffectEvent(() => {
    setFilled(false)
    preview()
  })
  useEffect(() => {
    if (!ready && !filled) return undefined
    const timer = setTimeout(() => (filled ? open() : fill()))
    return () => clearTimeout(timer)
  }, [ready, filled])
}
