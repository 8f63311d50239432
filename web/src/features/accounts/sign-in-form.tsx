import { Alert, Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import { paths } from '#app/paths.ts'
import { Card } from '#ui/card.tsx'
import { clockText } from '#ui/countdown.ts'
import { useKeptFocus } from '#ui/use-kept-focus.ts'
import { endReason } from '#wire/session.ts'
import { useServerStatus } from '#wire/status.ts'
import { useSignIn, type Purpose } from './sign-in.ts'
import { StakesNote } from './stakes-note.tsx'

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
  const signIn = useSignIn(purpose)
  const { step, email, busy, problem } = signIn
  const [code, setCode] = useState('')
  // The field is disabled while its code is looked at: after a wrong one it has the focus again.
  const focus = useKeptFocus<HTMLFormElement>()
  const errorOf = (field: 'email' | 'code') => (problem?.field === field ? problem.text : undefined)
  const trouble = problem?.field === 'form' ? problem.text : undefined
  const ended = problem ? undefined : endReason()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (step === 'email') signIn.send()
    else signIn.verify(code)
  }
  return (
    <Card narrow>
      <form onSubmit={submit} noValidate {...focus}>
        <Stack gap="md">
          <Title order={1} size="h3">
            {step === 'email' ? text.title : text.titleOfCode}
          </Title>
          <StakesNote />
          {ended !== undefined && (
            <Text className="amber-note" size="sm" p="xs" role="status">
              {ended}
            </Text>
          )}
          <TextInput
            type="email"
            name="email"
            label={text.email}
            autoComplete="email"
            autoFocus={step === 'email'}
            value={email}
            disabled={step === 'code' || busy !== undefined}
            error={errorOf('email')}
            onChange={(event) => signIn.typeEmail(event.currentTarget.value)}
          />
          {step === 'code' && (
            <CodeField
              label={text.code}
              code={code}
              setCode={setCode}
              disabled={busy === 'verify'}
              error={errorOf('code')}
            />
          )}
          {signIn.note && (
            <Text size="sm" c="dimmed" role="status">
              {signIn.note}
            </Text>
          )}
          {trouble && (
            <Alert color="red" variant="light" role="alert">
              <Text size="sm" c="var(--bad)">
                {trouble}
              </Text>
            </Alert>
          )}
          <SignInButtons signIn={signIn} send={text.send} verify={text.verify} />
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

type CodeProps = {
  label: string
  code: string
  setCode: (code: string) => void
  disabled: boolean
  error: string | undefined
}

/** Accepts six digits, or twelve letters and digits in either case. */
function CodeField({ label, code, setCode, disabled, error }: CodeProps) {
  return (
    <TextInput
      name="code"
      label={label}
      placeholder="Enter the code sent to your email"
      autoComplete="one-time-code"
      inputMode="text"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      autoFocus
      value={code}
      disabled={disabled}
      error={error}
      onChange={(event) => setCode(event.currentTarget.value.toUpperCase())}
    />
  )
}

type ButtonsProps = { signIn: ReturnType<typeof useSignIn>; send: string; verify: string }

function SignInButtons({ signIn, send, verify }: ButtonsProps) {
  const { step, busy, sendIn, verifyIn } = signIn
  const later = (seconds: number) => `Try again in ${clockText(seconds)}`
  if (step === 'email')
    return (
      <>
        <Button type="submit" disabled={busy !== undefined || sendIn > 0}>
          {busy ? 'Sending Code...' : sendIn > 0 ? later(sendIn) : send}
        </Button>
        <Button variant="subtle" onClick={signIn.haveCode} disabled={busy !== undefined}>
          I have a code
        </Button>
      </>
    )
  return (
    <>
      <Button type="submit" disabled={busy !== undefined || verifyIn > 0}>
        {busy === 'verify' ? 'Verifying...' : verifyIn > 0 ? later(verifyIn) : verify}
      </Button>
      <Button variant="default" onClick={signIn.send} disabled={busy !== undefined || sendIn > 0}>
        {busy === 'send'
          ? 'Sending Code...'
          : sendIn > 0
            ? `Send a new code in ${clockText(sendIn)}`
            : 'Send a new code'}
      </Button>
      <Button variant="subtle" onClick={signIn.back} disabled={busy !== undefined}>
        Use another address
      </Button>
    </>
  )
}

/** Only where the server stores its mails instead of sending them. */
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
