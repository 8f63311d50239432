import { updateProfile, type User } from '@purser/contract/accounts.ts'
import { Alert, Group, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { call } from '#wire/api.ts'
import { sentence } from '#wire/fault.ts'
import { profileKey } from './auth-provider.tsx'

type Result = { good: boolean; text: string }

export function ProfileForm({ user }: { user: User }) {
  const client = useQueryClient()
  const [first, setFirst] = useState(user.first_name)
  const [last, setLast] = useState(user.last_name)
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<Result>()

  const save = async () => {
    setBusy(true)
    setResult(undefined)
    try {
      const body = { first_name: first.trim(), last_name: last.trim() }
      client.setQueryData(profileKey, await call(updateProfile, { body }))
      setResult({ good: true, text: 'Profile updated successfully' })
    } catch (error) {
      setResult({ good: false, text: sentence(error, 'Failed to update profile') })
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (first.trim() === '' || last.trim() === '')
      setResult({ good: false, text: 'First name and last name are required' })
    else void save()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Group grow align="start">
          <TextInput
            label="First Name"
            autoComplete="given-name"
            value={first}
            onChange={(event) => setFirst(event.currentTarget.value)}
          />
          <TextInput
            label="Last Name"
            autoComplete="family-name"
            value={last}
            onChange={(event) => setLast(event.currentTarget.value)}
          />
        </Group>
        <TextInput
          label="Email Address"
          description="Email address cannot be changed"
          inputWrapperOrder={['label', 'input', 'description']}
          value={user.email}
          disabled
        />
        {result && (
          <Alert color={result.good ? 'teal' : 'red'} variant="light" role={result.good ? 'status' : 'alert'}>
            {result.text}
          </Alert>
        )}
        <BusyButton type="submit" busy={busy} style={{ alignSelf: 'flex-start' }}>
          {busy ? 'Saving...' : 'Save Changes'}
        </BusyButton>
      </Stack>
    </form>
  )
}
