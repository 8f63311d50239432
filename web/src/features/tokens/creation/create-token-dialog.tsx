import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import {
  createToken,
  type TokenCreated,
  type TokenCreationPreview,
} from '@purser/contract/tokens/created-tokens.ts'
import type { Wallet } from '@purser/contract/wallets/wallets.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#app/paths.ts'
import { useWallets } from '#features/wallets/index.ts'
import { Address } from '#ui/formats/address.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { ErrorBox } from '#ui/states/error-box.tsx'
import { call } from '#wire/api.ts'
import { isAnswered, sentence, WireFault } from '#wire/fault.ts'
import { CreateTokenForm } from './create-token-form.tsx'
import { EMPTY_DRAFT, problemsIn, readDraft, type TokenRequest } from './token-draft.ts'
import { TokenPreview } from './token-preview.tsx'
import { useTokenChange } from '../authorization/use-token-change.ts'

const FAILED = 'Failed to create the token'
const NO_WALLETS: Wallet[] = []

/** Goes from the fields to the preview, and on confirmation to the token. */
export function CreateTokenDialog({ onClose }: { onClose: () => void }) {
  const list = useWallets().data?.value.wallets ?? NO_WALLETS
  const [typed, setTyped] = useState(EMPTY_DRAFT)
  const [shown, setShown] = useState<{ request: TokenRequest; preview: TokenCreationPreview }>()
  const [problems, setProblems] = useState<ReturnType<typeof problemsIn>>({})
  const draft = { ...typed, walletId: typed.walletId ?? list.find((wallet) => wallet.is_default)?.id }
  const previewing = useMutation({
    mutationFn: async (request: TokenRequest) => ({
      request,
      preview: (await call(createToken, { body: { ...request, dryRun: true } })) as TokenCreationPreview,
    }),
    onSuccess: setShown,
    onError: (error) => setProblems(error instanceof WireFault ? problemsIn(error.details) : {}),
  })
  const creation = useTokenChange(
    async (body: TokenRequest, key) => (await call(createToken, { body, key })) as TokenCreated,
  )
  const preview = () => {
    const read = readDraft(draft)
    setProblems('problems' in read ? read.problems : {})
    if ('request' in read) previewing.mutate(read.request)
  }
  const back = () => {
    setShown(undefined)
    creation.reset()
    previewing.reset()
  }
  const unknown = creation.isError && !isAnswered(creation.error)
  const unplaced = previewing.isError && Object.keys(problems).length === 0
  return (
    // A click outside does not leave a request in progress.
    <Dialog onClose={creation.isPending ? () => undefined : onClose} title="Create token" size="lg">
      {creation.data ? (
        <Created {...creation.data} symbol={shown?.request.symbol ?? ''} onClose={onClose} />
      ) : shown ? (
        <Stack gap="md">
          <TokenPreview
            {...shown}
            busy={creation.isPending}
            unknown={unknown}
            onConfirm={() => creation.mutate(shown.request)}
            onBack={back}
          />
          {creation.isPending && (
            <Text size="sm" c="dimmed" role="status">
              Sent. Waiting until the network has confirmed it.
            </Text>
          )}
          {creation.isError && <ErrorBox message={sentence(creation.error, FAILED)} />}
          {unknown && (
            <Text size="sm">Status unknown. You can retry safely: the token is never created twice.</Text>
          )}
        </Stack>
      ) : previewing.isPending ? (
        <div role="status" aria-label="Simulating the transaction">
          <Text size="sm" c="dimmed" mb={8}>
            Simulating the transaction. Nothing moves.
          </Text>
          <Skeleton h={180} />
        </div>
      ) : (
        <CreateTokenForm
          draft={draft}
          wallets={list}
          problems={problems}
          problem={unplaced ? sentence(previewing.error, FAILED) : undefined}
          onChange={(next) => {
            setTyped(next)
            setProblems({})
            previewing.reset()
          }}
          onSubmit={preview}
          onCancel={onClose}
        />
      )}
    </Dialog>
  )
}

function Created({
  mint,
  signature,
  symbol,
  onClose,
}: TokenCreated & { symbol: string; onClose: () => void }) {
  return (
    <Stack gap="md">
      <Text size="sm" fw={550} c="var(--good)" role="status">
        {symbol.trim().toUpperCase()} was created.
      </Text>
      <Text size="sm" component="div">
        Mint address: <Address value={mint} what="mint address" />
      </Text>
      <Text size="sm" component="div">
        Signature: <Address value={signature} what="signature" />
      </Text>
      <Group justify="flex-end">
        <Button component={Link} to={paths.activity} variant="default">
          Open Activity
        </Button>
        <Button onClick={onClose} data-autofocus>
          Done
        </Button>
      </Group>
    </Stack>
  )
}
