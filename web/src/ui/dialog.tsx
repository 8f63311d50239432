import { Modal, type ModalProps } from '@mantine/core'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'

type Props = Pick<ModalProps, 'title' | 'size' | 'onClose' | 'children'>

/** Open as long as it is there. */
export const Dialog = (props: Props) => (
  <Modal opened centered closeButtonProps={{ 'aria-label': 'Close' }} {...props} />
)
