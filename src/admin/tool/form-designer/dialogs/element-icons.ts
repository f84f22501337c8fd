/** Names of the icon font of element-ui and their characters, `name=hex code`; made from its `icon.css`. */
const LIST =
  'ice-cream-round=e6a0 ice-cream-square=e6a3 lollipop=e6a4 potato-strips=e6a5 milk-tea=e6a6 ice-drink=e6a7 ice-tea=e6a9 coffee=e6aa ' +
  'orange=e6ab pear=e6ac apple=e6ad cherry=e6ae watermelon=e6af grape=e6b0 refrigerator=e6b1 goblet-square-full=e6b2 ' +
  'goblet-square=e6b3 goblet-full=e6b4 goblet=e6b5 cold-drink=e6b6 coffee-cup=e6b8 water-cup=e6b9 hot-water=e6ba ice-cream=e6bb ' +
  'dessert=e6bc sugar=e6bd tableware=e6be burger=e6bf knife-fork=e6c1 fork-spoon=e6c2 chicken=e6c3 food=e6c4 dish-1=e6c5 dish=e6c6 ' +
  'moon-night=e6ee moon=e6f0 cloudy-and-sunny=e6f1 partly-cloudy=e6f2 cloudy=e6f3 sunny=e6f6 sunset=e6f7 sunrise-1=e6f8 sunrise=e6f9 ' +
  'heavy-rain=e6fa lightning=e6fb light-rain=e6fc wind-power=e6fd baseball=e712 soccer=e713 football=e715 basketball=e716 ship=e73f ' +
  'truck=e740 bicycle=e741 mobile-phone=e6d3 service=e6d4 key=e6e2 unlock=e6e4 lock=e6e5 watch=e6fe watch-1=e6ff timer=e702 ' +
  'alarm-clock=e703 map-location=e704 delete-location=e705 add-location=e706 location-information=e707 location-outline=e708 ' +
  'location=e79e place=e709 discover=e70a first-aid-kit=e70b trophy-1=e70c trophy=e70d medal=e70e medal-1=e70f stopwatch=e710 ' +
  'mic=e711 copy-document=e718 full-screen=e719 switch-button=e71b aim=e71c crop=e71d odometer=e71e time=e71f bangzhu=e724 ' +
  'close-notification=e726 microphone=e727 turn-off-microphone=e728 position=e729 postcard=e72a message=e72b chat-line-square=e72d ' +
  'chat-dot-square=e72e chat-dot-round=e72f chat-square=e730 chat-line-round=e731 chat-round=e732 set-up=e733 turn-off=e734 open=e735 ' +
  'connection=e736 link=e737 cpu=e738 thumb=e739 female=e73a male=e73b guide=e73c news=e73e price-tag=e744 discount=e745 wallet=e747 ' +
  'coin=e748 money=e749 bank-card=e74a box=e74b present=e74c sell=e6d5 sold-out=e6d6 shopping-bag-2=e74d shopping-bag-1=e74e ' +
  'shopping-cart-2=e74f shopping-cart-1=e750 shopping-cart-full=e751 smoking=e752 no-smoking=e753 house=e754 table-lamp=e755 ' +
  'school=e756 office-building=e757 toilet-paper=e758 notebook-2=e759 notebook-1=e75a files=e75b collection=e75c receiving=e75d ' +
  'suitcase-1=e760 suitcase=e761 film=e763 collection-tag=e765 data-analysis=e766 pie-chart=e767 data-board=e768 data-line=e76d ' +
  'reading=e769 magic-stick=e76a coordinate=e76b mouse=e76c brush=e76e headset=e76f umbrella=e770 scissors=e771 mobile=e773 ' +
  'attract=e774 monitor=e775 search=e778 takeaway-box=e77a paperclip=e77d printer=e77e document-add=e782 document=e785 ' +
  'document-checked=e786 document-copy=e787 document-delete=e788 document-remove=e789 tickets=e78b folder-checked=e77f ' +
  'folder-delete=e780 folder-remove=e781 folder-add=e783 folder-opened=e784 folder=e78a edit-outline=e764 edit=e78c date=e78e ' +
  'c-scale-to-original=e7c6 view=e6ce loading=e6cf rank=e6d1 sort-down=e7c4 sort-up=e7c5 sort=e6d2 finished=e6cd refresh-left=e6c7 ' +
  'refresh-right=e6c8 refresh=e6d0 video-play=e7c0 video-pause=e7c1 d-arrow-right=e6dc d-arrow-left=e6dd arrow-up=e6e1 ' +
  'arrow-down=e6df arrow-right=e6e0 arrow-left=e6de top-right=e6e7 top-left=e6e8 top=e6e6 bottom=e6eb right=e6e9 back=e6ea ' +
  'bottom-right=e6ec bottom-left=e6ed caret-top=e78f caret-bottom=e790 caret-right=e791 caret-left=e792 d-caret=e79a share=e793 ' +
  'menu=e798 s-grid=e7a6 s-check=e7a7 s-data=e7a8 s-opportunity=e7aa s-custom=e7ab s-claim=e7ad s-finance=e7ae s-comment=e7af ' +
  's-flag=e7b0 s-marketing=e7b1 s-shop=e7b4 s-open=e7b5 s-management=e7b6 s-ticket=e7b7 s-release=e7b8 s-home=e7b9 s-promotion=e7ba ' +
  's-operation=e7bb s-unfold=e7bc s-fold=e7a9 s-platform=e7bd s-order=e7be s-cooperation=e7bf bell=e725 message-solid=e799 ' +
  'video-camera=e772 video-camera-solid=e796 camera=e779 camera-solid=e79b download=e77c upload2=e77b upload=e7c3 ' +
  'picture-outline-round=e75f picture-outline=e75e picture=e79f close=e6db check=e6da plus=e6d9 minus=e6d8 help=e73d s-help=e7b3 ' +
  'circle-close=e78d circle-check=e720 circle-plus-outline=e723 remove-outline=e722 zoom-out=e776 zoom-in=e777 error=e79d ' +
  'success=e79c circle-plus=e7a0 remove=e7a2 info=e7a1 question=e7a4 warning-outline=e6c9 warning=e7a3 goods=e7c2 s-goods=e7b2 ' +
  'star-off=e717 star-on=e797 more-outline=e6cc more=e794 phone-outline=e6cb phone=e795 user=e6e3 user-solid=e7a5 setting=e6ca ' +
  's-tools=e7ac delete=e6d7 delete-solid=e7c9 eleme=e7c7 platform-eleme=e7ca ';

export interface ElementIcon {
  /** With its prefix, as components take it. */
  readonly name: string;
  readonly character: string;
}

export const ELEMENT_ICONS: readonly ElementIcon[] = LIST.trim()
  .split(' ')
  .map((part) => {
    const [name = '', code = ''] = part.split('=');
    return { name: `el-icon-${name}`, character: String.fromCodePoint(Number.parseInt(code, 16)) };
  });
