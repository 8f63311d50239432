/** Parses an instruction into a plan, a question back, or the topic of an answer. It has no signer and starts nothing. */
export type {
  EditRequest,
  FieldChange,
  Interpretation,
  Interpreter,
  InterpreterRequest,
  Member,
  NamedToken,
  Pending,
  Place,
  PlacedExit,
  Progress,
  RelativePrice,
  RunningAgent,
  Topic,
  TransferRead,
  Unpriced,
} from '@purser/interpreter/port.ts'
