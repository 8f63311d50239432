import { Text } from '@mantine/core'
import { paymentPageTexts } from '@purser/contract/payments/payment-texts.ts'
import { ErrorBox } from '#ui/states/error-box.tsx'
import { isAnswered, sentence } from '#wire/fault.ts'

/** The reason of the refusal, or that nobody knows whether it began. */
export function ExecuteError({ error }: { error: unknown }) {
  if (!error) return null
  return (
    <div>
      <ErrorBox message={paymentPageTexts.executeFailed(sentence(error))} />
      {!isAnswered(error) && (
        <Text size="sm" mt={4}>
          Status unknown. You can retry safely: no line is paid twice.
        </Text>
      )}
    </div>
  )
}
