import { openBook } from '../../../reader-engine/open-book.ts';
import { positionIn, savePosition } from '../../../reading-progress/reading-progress.store.ts';
import { currentPerson } from '../../../session/current-person.ts';
import { session } from '../../../session/session.store.ts';
import { toast } from '../../frame/dialogs.ts';
import { aloud } from '../aloud.store.ts';
import { closeMenu, marking, select, tapMark } from '../marking/marking.store.ts';
import { noteReading } from '../marking/note-reading.ts';
import { jumpAlong, jumpFrom, showNote, showPicture } from '../page-overlay.store.ts';
import { readingLook } from '../reading-look.store.ts';
import { closeSheet, readingPage } from './reading-page.store.ts';
import type { SessionParts } from './reading-session.ts';
import { showTrouble } from '../reading-trouble.ts';
import { leaveForPassage } from './return-position.ts';

/** What a reading session uses in the browser. */
export const sessionParts: SessionParts = {
  openBook,
  handlers: (base, reader) => ({
    onEdge(edge) {
      if (edge !== 'start') Object.assign(readingPage, { ending: edge, sheet: null });
    },
    onTap(zone) {
      if (closeMenu() || closeSheet()) return true;
      if (zone === 'middle') readingPage.chrome = true;
      return false;
    },
    onSelect: select,
    onMark: tapMark,
    onLink: (address) => (readingPage.link = address),
    onFile: (href) => void import('../book-file-link.ts').then(({ openBookFile }) => openBookFile(base, href)),
    onNoAnchor: () => void toast('链接指向的位置在书里不存在，已转到那一章的开头'),
    onJump: jumpFrom,
    onKeyAction(pending) {
      const opened = reader();
      if (pending === 'find') readingPage.sheet = 'search';
      else if (pending === 'undo') void import('../marking/marking-actions.ts').then(({ takeBack }) => takeBack());
      else if (opened) void jumpAlong(opened, pending);
    },
    onNote: showNote,
    onPicture(picture) {
      // The first tap of a double tap showed the toolbars.
      readingPage.chrome = false;
      showPicture(picture);
    },
    onTrouble: showTrouble,
    onLate: (late) => Object.assign(readingPage, late ? { late, trouble: null } : { late }),
  }),
  page: readingPage,
  look: () => ({ ...readingLook }),
  savePosition,
  positionIn,
  noteReading,
  currentPerson,
  confirmedPerson: () => (session.now.state === 'authenticated' ? session.now.user.userId : null),
  isBusy: () => aloud.open || readingPage.sheet !== null || marking.task !== null || marking.selected !== null,
  jumpFrom,
  leaveForPassage,
  showSearchHit: (...given) => void import('../search-hit.ts').then(({ showSearchHit }) => showSearchHit(...given)),
  watchTab(changed) {
    const visibility = (): void => changed(document.visibilityState);
    const online = (): void => void (document.visibilityState === 'visible' && changed('online'));
    document.addEventListener('visibilitychange', visibility);
    addEventListener('online', online);
    return () => {
      document.removeEventListener('visibilitychange', visibility);
      removeEventListener('online', online);
    };
  },
};
