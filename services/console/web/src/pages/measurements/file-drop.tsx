import { useEffect, useRef, useState } from 'react'
import type { DragEvent as ReactDragEvent, ReactNode } from 'react'
import { useMessages } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { focusContent } from '../../ui/focus-content.ts'
import styles from './file-drop.module.css'
import { FilePreview } from './file-preview.tsx'

interface FileDropProps {
  readonly jobId: number
  /** A file is shown, or was put away. */
  readonly onShown: (isShown: boolean) => void
  /** Is not called where the person has left the page meanwhile. */
  readonly onDone: () => void
  readonly onSaved: (version: number, warnings: readonly string[]) => void
}

/** Takes a file of a measuring tool, and shows what it holds before it is saved. */
export function FileDrop({ jobId, onShown, ...callbacks }: FileDropProps): ReactNode {
  const messages = useMessages()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const [isOver, setIsOver] = useState(false)
  useRefuseFilesBeside()
  const show = (chosen: File | undefined): void => {
    setFile(chosen)
    onShown(chosen !== undefined)
    // The button that was pressed is gone.
    focusContent()
  }
  const onDrop = (event: ReactDragEvent): void => {
    event.preventDefault()
    setIsOver(false)
    show(event.dataTransfer.files[0])
  }
  if (file)
    return <FilePreview jobId={jobId} file={file} onCancel={() => show(undefined)} {...callbacks} />
  return (
    <div
      className={styles['zone']}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      <strong>{messages.measurements.drop}</strong>
      <p>{messages.measurements.dropHint}</p>
      <Button kind="primary" onClick={() => input.current?.click()}>
        {messages.measurements.choose}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={messages.measurements.choose}
        accept=".xml,.json,.csv,application/xml,application/json,text/xml"
        onChange={(event) => show(event.target.files?.[0])}
      />
    </div>
  )
}

/** A browser opens a file that is dropped beside the zone, in place of the page. */
function useRefuseFilesBeside(): void {
  useEffect(() => {
    const refuse = (event: DragEvent): void => {
      const { dataTransfer, defaultPrevented } = event
      // The zone has taken it; and dragged text may be dropped into fields.
      if (defaultPrevented || !dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      dataTransfer.dropEffect = 'none'
    }
    addEventListener('dragover', refuse)
    addEventListener('drop', refuse)
    return () => {
      removeEventListener('dragover', refuse)
      removeEventListener('drop', refuse)
    }
  }, [])
}
