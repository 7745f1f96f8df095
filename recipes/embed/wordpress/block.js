// In the editor, the block shows the thread of the post.
wp.blocks.registerBlockType('atoll/comments', {
  edit: ({ context }) => wp.element.createElement(wp.serverSideRender, {
    block: 'atoll/comments', urlQueryArgs: context.postId ? { post_id: context.postId } : {},
  }),
  save: () => null,
});
