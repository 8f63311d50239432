import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { whitelistPath } from '#app/paths.ts'
import { ErrorBox } from '#ui/states/error-box.tsx'
import { hasCode } from '#wire/fault.ts'
import type { Send } from './use-send.ts'

/** The reason of the refusal, or that nobody knows whether it began. */
export function SendError({ send: { error } }: { send: Send }) {
  if (!error) return null
  return (
    <div>
      <ErrorBox message={error.message} />
      {error.unknown && (
        <Text size="sm" mt={6}>
          Status unknown. You can retry safely: it is never sent twice.
        </Text>
      )}
      {hasCode(error.fault, 'not_whitelisted') && (
        <Anchor component={Link} to={whitelistPath} size="sm" mt={6} display="inline-block">
          Open the whitelist
        </Anchor>
      )}
    </div>
  )
}
