import { Toast as Base } from '@base-ui/react/toast';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { IconClose } from './icons.tsx';
import popup from './popup.module.css';

/** Wrap the app once; then any part below may call `useToast`. */
export function ToastArea({ children }: { readonly children: ReactNode }) {
  return (
    <Base.Provider timeout={4000}>
      {children}
      <Base.Portal>
        <Base.Viewport className={popup.toasts} aria-label="Notices">
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function ToastList() {
  const { toasts } = Base.useToastManager();
  return toasts.map((toast) => (
    <Base.Root key={toast.id} toast={toast} className={popup.toast}>
      <Base.Content className={popup.toastIn}>
        <div>
          <Base.Title className={popup.toastTitle} />
          <Base.Description className={popup.toastText} />
        </div>
        <Base.Close render={<Button look="quiet" size="small" isIcon aria-label="Dismiss" />}>
          <IconClose />
        </Base.Close>
      </Base.Content>
    </Base.Root>
  ));
}

/** Says something short and passing: "Link copied". Errors belong in a Message, which stays. */
export const useToast = (): ((title: string, text?: string) => void) => {
  const manager = Base.useToastManager();
  return (title, text) => {
    manager.add({ title, description: text });
  };
};
