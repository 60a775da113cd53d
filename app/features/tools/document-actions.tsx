import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { useFacts } from '#app/session/facts.ts'
import { useWords } from '#app/session/words.tsx'
import { ShareDialog } from './share-dialog.tsx'
import type { OpenDocument } from './use-document.ts'
import styles from './document-actions.module.css'

/** What a member does with the own text: save (also Ctrl/⌘ S), copy, share. */
export function DocumentActions(props: {
  document: OpenDocument
  onSave: () => Promise<void>
  onShare: () => Promise<void>
  onUnshare: () => Promise<void>
  onCopy: () => void
}) {
  const { t, language } = useWords()
  const { document } = props
  const origin = useFacts()?.siteOrigin ?? ''
  const [isSharing, setIsSharing] = useState(false)
  const [isSaving, setIsSaving] = useState(false)
  const save = async () => {
    setIsSaving(true)
    await props.onSave()
    setIsSaving(false)
  }
  useSaveKey(save)
  const isSaved = document.savedAt !== null && !document.isDirty
  return (
    <div className={styles.actions}>
      <span className={styles.badge} role="status">
        {t(isSaving ? 'tools.save.saving' : isSaved ? 'tools.save.saved' : 'tools.save.unsaved')}
      </span>
      <Button variant="subtle" size="sm" onClick={props.onCopy}>
        {t('tools.save.copy')}
      </Button>
      <Button variant="default" size="sm" onClick={() => setIsSharing(true)}>
        {t('tools.share.action')}
      </Button>
      <Button variant="default" size="sm" disabled={isSaved} onClick={save}>
        {t('tools.save.action')}
      </Button>
      <ShareDialog
        isOpen={isSharing}
        link={document.shareId && `${origin}/${language}/public/write/${document.shareId}`}
        onShare={props.onShare}
        onUnshare={props.onUnshare}
        onClose={() => setIsSharing(false)}
      />
    </div>
  )
}

function useSaveKey(save: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    save()
  })
  useEffect(() => {
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
