/** Rows of the table of errors: sends to an outside address. */
import {
  amountText,
  type BadAmount,
  type BadRecipient,
  recipientText,
  sendTexts,
  type Warned,
  warningText,
} from './send-texts.ts'

export type SendFaults = {
  not_whitelisted: { to: string; symbol: string }
  recipient_refused: BadRecipient
  amount_refused: BadAmount
  /** The first warning that the request does not confirm. */
  warning_not_confirmed: Warned
  wrapped_not_sent: undefined
}

export const sendFaults = {
  not_whitelisted: { status: 403, sentence: sendTexts.notWhitelisted },
  recipient_refused: { status: 400, sentence: recipientText },
  amount_refused: { status: 400, sentence: amountText },
  warning_not_confirmed: { status: 409, sentence: warningText },
  wrapped_not_sent: { status: 400, sentence: sendTexts.wrapped },
}
