/** Mantine's with its styles: what every dialog is made of. */
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'

export { Modal } from '@mantine/core'
