import { Alert, Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import { paths } from '#app/paths.ts'
import { Card } from '#ui/card.tsx'
import { endedBecause } from '#wire/session.ts'
import { useServerStatus } from '#wire/status.ts'
import { useSignIn, type Purpose } from './sign-in.ts'

const texts = {
  login: {
    title: 'Login',
    titleOfCode: 'Login',
    email: 'Email Address',
    code: 'Verification Code',
    send: 'Send Login Code',
    verify: 'Verify Code & Login',
    question: "Don't have an account?",
    link: { to: paths.register, label: 'Register' },
  },
  register: {
    title: 'Create Your Account',
    titleOfCode: 'Enter Verification Code',
    email: 'Email Address*',
    code: 'Verification Code*',
    send: 'Send Verification Code',
    verify: 'Verify Code & Register',
    question: 'Already have an account?',
    link: { to: paths.login, label: 'Log in' },
  },
}

export function SignInForm({ purpose }: { purpose: Purpose }) {
  const text = texts[purpose]
  const { step, busy, problem, send, verify, back } = useSignIn(purpose)
  const [email, setEmail] = useState('')
  const [code, setCode] = useState('')
  const errorOf = (field: 'email' | 'code') => (problem?.field === field ? problem.text : undefined)
  const trouble = problem?.field === 'form' ? problem.text : problem ? undefined : endedBecause()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (step === 'email') send(email)
    else verify(email, code)
  }
  return (
    <Card narrow>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Title order={1} size="h3">
            {step === 'email' ? text.title : text.titleOfCode}
          </Title>
          <TextInput
            type="email"
            name="email"
            label={text.email}
            autoComplete="email"
            autoFocus
            value={email}
            disabled={step === 'code' || busy}
            error={errorOf('email')}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          {step === 'code' && (
            <TextInput
              name="code"
              label={text.code}
              placeholder="Enter the code sent to your email"
              autoComplete="one-time-code"
              inputMode="numeric"
              autoFocus
              value={code}
              disabled={busy}
              error={errorOf('code')}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
          )}
          {trouble && (
            <Alert color="red" variant="light" role="alert">
              <Text size="sm" c="var(--bad)">
                {trouble}
              </Text>
            </Alert>
          )}
          <Button type="submit" disabled={busy}>
            {step === 'email' ? (busy ? 'Sending Code...' : text.send) : busy ? 'Verifying...' : text.verify}
          </Button>
          {step === 'code' && (
            <Button variant="subtle" onClick={back} disabled={busy}>
              Use another address or send a new code
            </Button>
          )}
          <Text size="sm" ta="center">
            {text.question}{' '}
            <Anchor component={Link} to={text.link.to} underline="always">
              {text.link.label}
            </Anchor>
          </Text>
          <OutboxLink />
        </Stack>
      </form>
    </Card>
  )
}

/** Only where this server keeps its mails instead of sending them. */
function OutboxLink() {
  const status = useServerStatus()
  if (!status.data?.outbox) return null
  return (
    <Text size="sm" ta="center" c="dimmed">
      No mail server is set.{' '}
      <Anchor component={Link} to={paths.outbox} target="_blank" underline="always">
        Read the mails here
      </Anchor>
    </Text>
  )
}
