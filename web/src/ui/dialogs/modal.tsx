/** Mantine's modal with its styles: every dialog is built on it. */
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'

export { Modal } from '@mantine/core'
