import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type AuthorizableToken, authorizeToken } from '@purser/contract/tokens/token-authorization.ts'
import type { BodyOf } from '@purser/contract/endpoint.ts'
import { Email } from '@purser/contract/accounts.ts'
import { type FormEvent, useState } from 'react'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { toast } from '#ui/toast.ts'
import { call } from '#wire/api.ts'
import { sentence } from '#wire/fault.ts'
import { mintText } from './token-figures.ts'
import { useTokenChange } from './use-token-change.ts'

type Props = { token: AuthorizableToken; ownerEmail: string; onClose: () => void }

/** The specification has these sent; the server knows better and believes none. */
const SENT = { marketCap: 1_000_000_000, holders: 500, minBalance: 1000 }

const problemOf = (email: string, again: string, owner: string): string | undefined => {
  const same = (text: string) => text.trim().toLowerCase()
  if (email.trim() === '' || again.trim() === '') return 'Please fill in all fields'
  if (same(email) !== same(again)) return 'Email addresses do not match'
  if (!Email.safeParse(email).success) return 'Please enter a valid email address'
  if (same(email) === same(owner)) return 'You cannot grant access to yourself'
  return undefined
}

export function GrantDialog({ token, ownerEmail, onClose }: Props) {
  const [email, setEmail] = useState('')
  const [again, setAgain] = useState('')
  const [problem, setProblem] = useState<string>()
  const change = useTokenChange(
    (body: BodyOf<typeof authorizeToken>, key) => call(authorizeToken, { body, key }),
    (answer) => {
      toast(answer.message)
      onClose()
    },
  )
  const typed = (set: (text: string) => void) => (text: string) => {
    set(text)
    setProblem(undefined)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = problemOf(email, again, ownerEmail)
    setProblem(wrong)
    if (wrong !== undefined || change.isPending) return
    change.mutate({
      tokenId: token.id,
      tokenName: token.name,
      tokenSymbol: token.ticker,
      tokenImage: token.cover_image,
      description: token.description,
      mintAddress: token.token_info.mint,
      authorizedEmail: email.trim(),
      tokenOwnerEmail: ownerEmail,
      ...SENT,
    })
  }
  const failed = change.isError ? sentence(change.error, 'Failed to authorize token access') : undefined
  return (
    <Dialog onClose={onClose} title="Grant Access">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text size="sm">
            {token.name} ({token.ticker},{' '}
            <span title={token.token_info.mint}>{mintText(token.token_info.mint)}</span>
            ). The other account can then use it by name. It gets no token and no key of yours, and you can
            revoke it.
          </Text>
          <EmailField label="Email Address" value={email} onChange={typed(setEmail)} focus />
          <EmailField label="Confirm Email Address" value={again} onChange={typed(setAgain)} />
          <FieldError>{problem ?? failed}</FieldError>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={change.isPending}>
              Cancel
            </Button>
            <BusyButton type="submit" busy={change.isPending}>
              {change.isPending ? 'Granting...' : 'Grant Access'}
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

type FieldProps = { label: string; value: string; onChange: (text: string) => void; focus?: boolean }

const EmailField = ({ label, value, onChange, focus = false }: FieldProps) => (
  <TextInput
    label={label}
    type="email"
    autoComplete="off"
    spellCheck={false}
    {...(focus ? { 'data-autofocus': true } : {})}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
