import { Button, FileButton, Group, List, Stack, Text, Textarea } from '@mantine/core'
import '@mantine/core/styles/List.css'
import { useState } from 'react'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { saveFile } from '#ui/save-file.ts'
import { amountsTemplate, readAmountsCsv, type LineProblem } from './amounts-csv.ts'
import type { Asset } from './asset.ts'
import type { Holder } from '../selection/holders.ts'

/** Problems that are listed; only the number of the others is shown. */
const PROBLEMS_SHOWN = 50

type Props = {
  asset: Asset
  holders: ReadonlyMap<number, Holder>
  /** The wallets of the template. */
  sample: Holder[]
  amounts: ReadonlyMap<number, string>
  /** The other side of the transfers. */
  excluded: number | undefined
  /** The most a wallet can pay, if the wallets of the file pay. */
  mostFrom?: (holder: Holder) => bigint
  onTake: (amounts: Map<number, string>) => void
  onClose: () => void
}

export function CsvDialog({ asset, holders, sample, amounts, excluded, mostFrom, onTake, onClose }: Props) {
  const [text, setText] = useState('')
  const [problems, setProblems] = useState<LineProblem[]>([])
  const read = (csv: string) => {
    const found = readAmountsCsv(csv, holders.values(), { asset, excluded, mostFrom })
    setProblems(found.problems)
    if (found.problems.length > 0) return
    onTake(found.amounts)
    onClose()
  }
  const readFile = async (file: File | null) => {
    if (!file) return
    const csv = await file.text()
    setText(csv)
    read(csv)
  }
  return (
    <Dialog onClose={onClose} title="Import amounts" size="lg">
      <Stack gap="md">
        <Textarea
          label="CSV"
          description={`Columns: address or name, amount (${asset.symbol}). Header optional. If any row is invalid, nothing is imported.`}
          placeholder={'address,amount\n7GCi...W2hr,0.25'}
          data-autofocus
          rows={8}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setProblems([])
          }}
        />
        {problems.length > 0 && (
          <div role="alert" aria-label="Problems">
            <Text size="sm" fw={550} c="var(--bad)" mb={4}>
              Nothing was imported. {problems.length === 1 ? 'One row is' : `${problems.length} rows are`}{' '}
              invalid:
            </Text>
            <List size="sm" style={{ maxHeight: 200, overflowY: 'auto' }}>
              {problems.slice(0, PROBLEMS_SHOWN).map((one) => (
                <List.Item key={`${one.line}-${one.problem}`}>
                  Line {one.line}: {one.problem}
                </List.Item>
              ))}
            </List>
            {problems.length > PROBLEMS_SHOWN && (
              <Text size="sm" c="dimmed">
                and {problems.length - PROBLEMS_SHOWN} more
              </Text>
            )}
          </div>
        )}
        <Group justify="space-between">
          <Group gap="xs">
            <FileButton onChange={(file) => void readFile(file)} accept=".csv,text/csv,text/plain">
              {(props) => (
                <Button {...props} variant="default" size="compact-sm">
                  Choose a file
                </Button>
              )}
            </FileButton>
            <Button
              variant="default"
              size="compact-sm"
              onClick={() =>
                saveFile('amounts.csv', amountsTemplate(sample, amounts), 'text/csv; charset=utf-8')
              }
            >
              Download template
            </Button>
          </Group>
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button disabled={text.trim() === ''} onClick={() => read(text)}>
              Import amounts
            </Button>
          </Group>
        </Group>
      </Stack>
    </Dialog>
  )
}
