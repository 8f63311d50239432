/** Sentences about payments. Source: specification 3, sections 2, 5 and 8; those that it does not give are ours. */

export const paymentTexts = {
  amountRequired: 'Valid amount in USD is required',
  /** The form's own text. */
  amountInvalid: 'Please enter a valid amount',
  createFailed: 'Failed to create payment link',
  pendingFailed: 'Failed to fetch pending payments',
  approvedFailed: 'Failed to fetch approved payments',
  approveFailed: 'Failed to approve payment',
  refundFailed: 'Failed to refund payment',
  /** The preview of a refund says this if the refund goes to the address that paid. */
  payerAddress:
    'The payment came from this address. An exchange pays from its own address, and a refund sent there may never reach the payer. If this may be an exchange, ask the payer for an address first.',
  /**
   * The preview of a refund says this if opening the payer's account costs more than goes back. `worth`: null if it has
   * no price.
   */
  keepInstead: ({ rent, worth }: { rent: string; worth: string | null }) =>
    `Opening the account for the refund costs ${rent} SOL, and ${worth === null ? 'the refund has no known price' : `the refund is worth ${worth} SOL`}. You can keep it instead: it is not credited, and the payer can ask for it.`,
  planFailed: 'Failed to submit distribution plan. Please try again.',
  lineNeeded: 'Please add at least one valid wallet with a positive SOL amount',
  totalExceeds: ({ total, available }: { total: string; available: string }) =>
    `Total SOL (${total}) exceeds available amount (${available})`,
} as const

/** The console's own texts, for a call that failed without a sentence from the server. */
export const paymentPageTexts = {
  approveFailed: 'Failed to approve payment. Please try again.',
  loadFailed: 'Failed to load payments. Please try again.',
  dataFailed: 'Failed to load payment data. Please try again.',
  planFailed: 'Failed to submit distribution plan. Please try again.',
  executeFailed: (reason: string) => `Failed to execute distribution: ${reason}`,
  noPending: 'No pending payments found.',
  noApproved: 'No approved payments found.',
} as const

/** Why a payment is not in the state that a request needs. */
export type PaymentState =
  | { code: 'not_paid' }
  | { code: 'not_approved' }
  | { code: 'already_approved' }
  | { code: 'already_planned' }
  | { code: 'not_planned' }
  | { code: 'nothing_to_accept' }
  | { code: 'not_pending' }
  | { code: 'lines_begun' }
  | { code: 'not_payable' }
  | { code: 'quote_over' }

export const paymentStateText = ({ code }: PaymentState): string => {
  switch (code) {
    case 'not_paid':
      return 'This payment has not been paid.'
    case 'not_approved':
      return 'This payment has not been approved.'
    case 'already_approved':
      return 'This payment is already approved.'
    case 'already_planned':
      return 'The distribution of this payment is already planned.'
    case 'not_planned':
      return 'The distribution of this payment is not planned.'
    case 'nothing_to_accept':
      return 'This payment has nothing to accept.'
    case 'not_pending':
      return 'This payment is no longer pending.'
    case 'lines_begun':
      return 'A line of this distribution has already been executed.'
    case 'not_payable':
      return 'This link can no longer be paid.'
    case 'quote_over':
      return 'Quote expired. Request a new one.'
  }
}

/** Why a receipt is not refunded, or a transaction not assigned. */
export type ReceiptProblem =
  | { code: 'arriving' }
  | { code: 'unseen' }
  | { code: 'refunded' }
  | { code: 'too_much'; most: string; unit: string }
  | { code: 'distributed'; most: string; unit: string }
  | { code: 'payer_unknown' }
  | { code: 'transaction_unknown' }
  | { code: 'transaction_not_final' }
  | { code: 'transaction_elsewhere' }
  | { code: 'transaction_counted' }

export const receiptText = (problem: ReceiptProblem): string => {
  switch (problem.code) {
    case 'arriving':
      return 'This payment is still arriving. It can be refunded once it is final.'
    case 'unseen':
      return 'The network no longer shows this payment. Purser keeps looking for it, and it can be refunded once it is final.'
    case 'refunded':
      return 'This has already been refunded in full.'
    case 'too_much':
      return `At most ${problem.most} ${problem.unit} of this can be refunded.`
    case 'distributed':
      return `The rest is allocated to wallets: at most ${problem.most} ${problem.unit} can be refunded.`
    case 'payer_unknown':
      return 'More than one address paid this. Please enter the address to refund to.'
    case 'transaction_unknown':
      return 'The network does not know this transaction.'
    case 'transaction_not_final':
      return 'This transaction is not final yet. Try again in a moment.'
    case 'transaction_elsewhere':
      return 'This transaction did not pay into the wallet of this payment.'
    case 'transaction_counted':
      return 'This transaction already counts toward a payment.'
  }
}

export const returnUrlText = 'must be an https address or a page of this console'
