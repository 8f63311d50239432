import { Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { CsvDialog, NO_HOLDERS, PickHolders, SOL, useHolders } from '#features/distributions/index.ts'
import { ToggleButtons } from '#ui/buttons/toggle-buttons.tsx'
import { addWallets, emptyRow, type PlanDraft, type PlanUnit } from './plan-rows.ts'

const UNITS: [PlanUnit, string][] = [
  ['SOL', 'SOL'],
  ['%', 'Percent'],
]

type Props = {
  rows: PlanDraft[]
  /** The address of the collection wallet, which pays. */
  collects: string
  unit: PlanUnit
  onUnit: (unit: PlanUnit) => void
  onRows: (rows: PlanDraft[]) => void
  /** Undefined while there is nothing to split. */
  onSplit: (() => void) | undefined
}

/** The ways to fill a plan: one wallet, several or whole groups, a file, an even split; amounts in SOL or percent. */
export function PlanTools({ rows, collects, unit, onUnit, onRows, onSplit }: Props) {
  const [importing, setImporting] = useState(false)
  const holders = useHolders().data ?? NO_HOLDERS
  const payer = useMemo(
    () => [...holders.byId.values()].find(({ address }) => address === collects)?.id,
    [holders, collects],
  )
  const exceptions = useMemo(
    () =>
      new Set(
        [...rows.map(({ walletId }) => walletId), payer].filter((id): id is number => id !== undefined),
      ),
    [rows, payer],
  )
  const sample = rows.flatMap(({ walletId }) => holders.byId.get(walletId ?? -1) ?? [])
  return (
    <Group gap="xs">
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPlus size={14} aria-hidden="true" />}
        onClick={() => onRows([...rows, emptyRow(Math.max(...rows.map(({ key }) => key)) + 1)])}
      >
        Add wallet
      </Button>
      <PickHolders
        groups={holders.groups}
        exceptions={exceptions}
        disabled={holders.byId.size === 0}
        onAdd={(ids) => onRows(addWallets(rows, ids))}
      />
      <Button
        size="compact-sm"
        variant="default"
        disabled={holders.byId.size === 0}
        onClick={() => setImporting(true)}
      >
        Import CSV
      </Button>
      <Button size="compact-sm" variant="default" disabled={!onSplit} onClick={onSplit}>
        Split evenly
      </Button>
      <ToggleButtons small label="Amounts in" value={unit} options={UNITS} onChange={onUnit} />
      {importing && (
        <CsvDialog
          asset={SOL}
          holders={holders.byId}
          sample={sample.length > 0 ? sample : [...holders.byId.values()].filter(({ id }) => id !== payer)}
          amounts={
            new Map(
              rows.flatMap(({ walletId, amount }) => (walletId === undefined ? [] : [[walletId, amount]])),
            )
          }
          excluded={payer}
          onTake={(amounts) =>
            onRows([...amounts].map(([walletId, amount], key) => ({ key, walletId, amount })))
          }
          onClose={() => setImporting(false)}
        />
      )}
    </Group>
  )
}
